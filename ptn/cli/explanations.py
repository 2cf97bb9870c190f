"""What ``ptn explain`` adds to the registry of codes: for each an input that has it, and how to mend that.

A test holds every example to its code.
"""

from __future__ import annotations

from typing import Final

EXPLANATIONS: Final[dict[str, tuple[str, str]]] = {
    # Reading bytes
    "PTN001": (
        "",
        "Text is read as UTF-8. Name another encoding with --encoding, such as --encoding latin-1, or save the file as "
        "UTF-8.",
    ),
    "PTN002": (
        '[Size "3"]\n1. a1 c3 1-0\n\x1a',
        "Old programs end a text so. It is ignored; saving the file with an editor of today removes it.",
    ),
    "PTN003": ("", "The input is empty or holds only blanks. Perhaps a program that should have written it failed."),
    "PTN004": ("", "The file was probably not copied to its end. Get it again, or unpack what is left with gzip -dc."),
    "PTN005": (
        "",
        "No game has so many characters: probably a } or a quotation mark is missing far above, or the file is none of "
        "games. Look at the place where the game begins.",
    ),
    # The spelling of a ply
    "PTN101": (
        '[Size "5"]\n1. a1 e5 2. zz9',
        "A placement is a square, with S or C in front for a wall or capstone (a3, Sd4, Cc1). A spread is the number "
        "lifted, the square, a direction and the drops (3c3>12). Anything else belongs in {a comment}.",
    ),
    "PTN102": ('[Size "5"]\n1. a1 e9', "A square is a file a-h and a rank 1-8, such as c3."),
    "PTN103": ('[Size "5"]\n1. a1 e5 2. 9a1>', "The number in front of the square says how many pieces are lifted."),
    "PTN104": (
        '[Size "5"]\n1. a1 e5 2. 3a1>11',
        "Every piece lifted is dropped: 3a1>12 drops one piece, then two. Correct the number in front or the drops.",
    ),
    "PTN105": (
        '[Size "5"]\n1. a1 e5 2. 3a1>102',
        "On every square passed at least one piece is dropped; a spread ends where its last piece is dropped.",
    ),
    "PTN106": ('[Size "5"]\n1. a1 e5 2. a3*', "The mark * belongs to a spread that smashes a wall. Remove it."),
    "PTN107": (
        '[Size "5"]\n1. a1 e5 2. 2a3',
        "One piece is placed in a ply, so there is no number; or a direction is missing behind the square.",
    ),
    "PTN108": (
        '[Size "5"]\n1. a1 e5 2. c3#',
        "Behind a ply may stand * (smash), ' (tak), '' or \" (tinuë), ! and ?. Words belong in {a comment}.",
    ),
    "PTN121": ('[Size "5"]\n1. A1 e5', "Files are small letters, the pieces F, S and C capital ones."),
    "PTN122": ('[Size "5"]\n1. a1 e5 2. c3’', "Word processors make ’ of '. Write the straight one."),
    "PTN123": (
        '[Size "5"]\n1. a1 e5 2. a2 d4 3. Fa2+',
        "The letter of a spread's top piece stands at its end in the verbose form, and is not needed at all.",
    ),
    "PTN124": ('[Size "5"]\n1. a1 e5 2. c3 !', "Write the mark behind its ply without a blank: c3!"),
    # Tags
    "PTN201": ('[Size 5]\n1. a1', 'A tag is a name and a value in quotation marks: [Size "5"]'),
    "PTN202": ('[Size "5"\n1. a1', 'A tag ends with "] on the line on which it begins.'),
    "PTN203": (
        '[Size "5"]\n1. a1',
        "The standard asks for Player1, Player2, Date, Size and Result. Add them; a ? stands for what is not known.",
    ),
    "PTN204": ("1. a1 c3", 'Add a tag such as [Size "5"], or give --size 5 on the command line.'),
    "PTN205": ('[Size "5"]\n[Event "Cup"]\n[Event "Cup"]\n1. a1', "Remove all but one of them."),
    "PTN206": ('[Size "5"]\n[Size "6"]\n1. a1', "Nothing is guessed about the setup of a game. Remove the wrong tag."),
    "PTN207": (
        '[Size "12"]\n1. a1',
        "Size is 3 to 8, Komi a multiple of 0.5, Opening one of swap, no-swap and double black stack, Flats and Caps "
        "are numbers of pieces.",
    ),
    "PTN208": (
        '[Size "5"]\n[Date "1 May 2024"]\n1. a1',
        "A date is written 2024.05.01, a time 18:30:00, ratings are whole numbers.",
    ),
    "PTN209": ('[size "5"]\n1. a1', "The tag is understood; write its name as the standard does: Size."),
    "PTN210": ('[Size "5"]\n[Mood "good"]\n1. a1', "Nothing needs to be done: tags that are not known are kept."),
    "PTN211": (
        '[Size "5"]\n[Site "C:\\temp"]\n1. a1',
        'In a value, a backslash is written \\\\ and a quotation mark \\".',
    ),
    "PTN212": ('[Size "5"]\n[TPS "x3/x3/x3 1 1"]\n1. a1', "One of the two is wrong; Size may be left out."),
    # The order of a game's text
    "PTN301": ('[Size "5"]\n1. a1 {good', "A comment ends with }. The place shown is where it begins."),
    "PTN302": (
        '[Size "5"]\n1. a1 {good\n[Size "5"]\n} e5',
        "Probably a } is missing before the tag, and the comment has swallowed the beginning of the next game.",
    ),
    "PTN303": ('[Size "5"]\n1. a1 e5 3. c3', "Moves are numbered 1., 2., 3. without gaps. Perhaps a move is missing."),
    "PTN304": ('[Size "3"]\n1. a1 c3 -- 1-0', "Remove it. A game that Black begins is written 1. -- c3."),
    "PTN305": (
        '[Size "3"]\n[Result "1-0"]\n1. a1 c3',
        "Write the result that the tag has behind the last move, too.",
    ),
    "PTN306": ('[Size "3"]\n1. a1 c3 1/2', "Results are R-0, 0-R, F-0, 0-F, 1-0, 0-1 and 1/2-1/2."),
    "PTN307": (
        '[Size "3"]\n1. a1 c3 X-0',
        "Results are R-0 and 0-R (road), F-0 and 0-F (flats), 1-0 and 0-1 (resignation or time) and 1/2-1/2.",
    ),
    "PTN308": (
        '[Size "3"]\n1. a1 c3 1-0\n2. a2 b2',
        "A game ends with its result. Remove the result, or give the second game tags of its own.",
    ),
    "PTN309": ('[Size "3"]\n1. a1 c3 1-0 1-0', "Remove one of them."),
    "PTN310": (
        '[Size "3"]\n1. a1 c3 1-0\n\n{9w1}\n9. b2',
        "A label such as {3w1} names the ply that the branch replaces; that ply must be there, and a branch stands "
        "behind the one it leaves.",
    ),
    "PTN311": (
        '[Size "3"]\n1. ... c3',
        "A game that begins with a ply of Black starts from a TPS in which Black is to move (2 behind the rows).",
    ),
    # The rules
    "PTN401": ('[Size "3"]\n1. a1 d4', "The square does not exist on a board of this size. Is the tag Size right?"),
    "PTN402": ('[Size "3"]\n1. a1 a1', "Pieces are placed on empty squares only."),
    "PTN403": (
        '[Size "5"]\n1. Sa1 e5',
        "Each player's first ply places a flat on an empty square (and that of the opponent's colour, unless the "
        "opening is no-swap).",
    ),
    "PTN404": (
        '[Size "3"]\n1. a1 c3 2. Cb2',
        "The tags Flats and Caps (Flats1, Caps1 for White) say how many pieces there are when not as many as usual.",
    ),
    "PTN405": ('[Size "3"]\n1. a1 c3 2. b2+', "Nothing stands on the square that the spread starts from."),
    "PTN406": ('[Size "3"]\n1. a1 c3 2. a1+', "A player moves stacks whose top piece is the own one."),
    "PTN407": (
        '[TPS "2222221,x2/x3/x3 1 9"]\n[Flats "30"]\n9. 4a3>',
        "At most as many pieces are lifted as the board is wide.",
    ),
    "PTN408": ('[Size "3"]\n1. a1 c3 2. 2c3-', "The stack has fewer pieces than are lifted."),
    "PTN409": ('[Size "3"]\n1. a1 c3 2. c3+', "A spread stays on the board. Is the direction right?"),
    "PTN410": (
        '[TPS "x3/x3/1,2S,x 1 9"]\n9. a1>',
        "Only a capstone that is dropped alone, as the last piece, smashes a wall.",
    ),
    "PTN411": ('[TPS "x3/x3/1,2C,x 1 9"]\n[Caps "1"]\n9. a1>', "Nothing can be dropped on a capstone."),
    "PTN412": (
        '[Size "3"]\n1. a1 c3 2. c2 b2 3. c1 b3',
        "The board shows the end of the game: a road, a full board or a player without pieces. Remove what follows.",
    ),
    "PTN413": (
        "",
        "In this opening White's first ply places two Black flats on one square: 2a1.",
    ),
    "PTN421": ('[TPS "x3/x3/1C,2S,x 1 9"]\n[Caps "1"]\n9. a1>', "A spread that smashes a wall is written with *: a1>*"),
    "PTN422": ('[Size "3"]\n1. a1 c3 2. c3-*', "The spread smashes nothing. Remove the *."),
    "PTN423": (
        '[Size "3"]\n1. a1 c3 2. c3-C',
        "The letter should name the top piece that is moved; leave it out, or look whether the right stack is meant.",
    ),
    "PTN424": (
        '[Size "5"]\n[Opening "double black stack"]\n1. a1 e5',
        "White's first ply places two flats; older records wrote a1 for 2a1.",
    ),
    "PTN425": (
        "",
        "The mark ' is for a ply after which the same player could complete a road, if it were that player's turn "
        "again. ptn annotate removes the wrong ones.",
    ),
    "PTN426": ("", "Nothing needs to be done; ptn annotate adds the marks."),
    "PTN427": (
        "",
        "The mark '' is for a ply after which every reply leaves that player a way to complete a road. ptn annotate "
        "corrects the wrong ones; --tinue-depth 2 and more also count wins that take further threats.",
    ),
    "PTN428": ("", "Nothing needs to be done; ptn annotate adds the marks."),
    "PTN429": ("", "Deep searches can take very long. Ask for a smaller --tinue-depth, or allow more --nodes."),
    "PTN431": (
        '[TPS "1,1,x/1,x,1/x3 1 9"]\n9. c1',
        "No sequence of plies leads to it. It can be played on (puzzles are often so); otherwise look at its pieces.",
    ),
    "PTN432": (
        '[TPS "1,2,1/x3/x3 2 1"]\n1. ... c1',
        "The last number of a TPS is that of the move that comes next. Correct it where it matters.",
    ),
    # Results
    "PTN501": (
        '[Size "3"]\n1. a1 c3 R-0',
        "R and F stand for what the board shows. A game that was given up is written 1-0 or 0-1.",
    ),
    "PTN502": ('[Size "3"]\n1. a1 c3 2. c2 b2 3. c1 1-0', "The winner is right. A win by road is R-0 or 0-R."),
    "PTN503": (
        '[Size "3"]\n[Result "1-0"]\n1. a1 c3 0-1',
        "Who won? One of the two results is wrong, and the board does not say which.",
    ),
    "PTN504": ('[Size "3"]\n1. a1 c3 2. c2 b2 3. c1', "Write the result behind the last move and in the tag Result."),
    "PTN505": (
        '[Size "3"]\n[Points "99"]\n1. a1 c3 2. c2 b2 3. c1 R-0',
        "The winner has a point for each square and each unplayed piece (ptn score). Events may count in other ways, "
        "so this is only a note.",
    ),
    # TPS
    "PTN601": ('[TPS "x3/x3/x3"]', "A TPS is rows, turn and move counter: x3/x3/x3 1 1"),
    "PTN602": ('[TPS "x3/x3/x2 1 1"]', "Every row has as many squares as there are rows; x3 is three empty ones."),
    "PTN603": ('[TPS "x2/x2 1 1"]', "Boards have 3 to 8 rows, from the highest rank down, separated by /."),
    "PTN604": (
        '[TPS "x3/x3/x2,3 1 1"]',
        "A square is x when empty, else its pieces from bottom to top: 1 White, 2 Black, S or C behind for a wall or "
        "capstone on top.",
    ),
    "PTN605": ('[TPS "x3/x3/x3 3 1"]', "1 is White, 2 is Black."),
    "PTN606": ('[TPS "x3/x3/x3 1 0"]', "It is the number of the move that comes next, from 1."),
    "PTN607": (
        '[Size "3"]\n[TPS "1C,x2/x3/x3 1 2"]',
        "The tags Flats and Caps say how many pieces there are when not as many as usual.",
    ),
    "PTN621": ('[TPS "x,x2/X3/x3 1 1"]', "It is understood; ptn convert --to tps gives the standard spelling."),
    # Other notations
    "PTN701": ("", "A move of the server is P A1, P A1 W, P A1 C, or M A1 A3 1 2: from, to, and what is dropped."),
    "PTN702": ("", "Perhaps the link was cut when it was copied. Copy it whole, or save the game as PTN."),
    "PTN703": ("", "ptn convert --to json shows the form; docs/game-json.md describes it field by field."),
    "PTN721": ("", "Plies are counted from 0: ply=0! is the position after the first one. The game itself is read."),
}  # fmt: skip
"""By code: a text that has the fault (empty where none can be shown), and how to mend it."""
