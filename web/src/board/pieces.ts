// The piece set, drawn for this project. Five of the six men are turned on a lathe, as wooden ones
// are: only the left half of their outline is written down and the right half is its mirror image.
// All paths live in a box of 100 by 100 units.

/** A segment of an outline: `[x, y]` is a line, six numbers are a cubic curve. */
type Segment = [number, number] | [number, number, number, number, number, number];

/** How one kind of man is drawn; the layers are painted in order. */
export interface PieceArt {
  /** Outlines filled with the colour of the side and stroked, from back to front. */
  solids: string[];
  /** Lines drawn inside the outline. */
  lines: string[];
  /** Small shapes filled with the line colour (eyes, nostrils). */
  dots: string[];
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** The closed outline whose left half runs from `start` (on the axis) down the given segments. */
function turned(start: [number, number], left: Segment[]): string {
  let path = `M${fixed(start[0])} ${fixed(start[1])}`;
  const ends: [number, number][] = [start];
  for (const s of left) {
    path += s.length === 2 ? `L${s.map(fixed).join(' ')}` : `C${s.map(fixed).join(' ')}`;
    ends.push(s.length === 2 ? s : [s[4], s[5]]);
  }
  for (let i = left.length - 1; i >= 0; i--) {
    const s = left[i] as Segment;
    const end = ends[i] as [number, number];
    const to = `${fixed(100 - end[0])} ${fixed(end[1])}`;
    path +=
      s.length === 2
        ? `L${to}`
        : `C${fixed(100 - s[2])} ${fixed(s[3])} ${fixed(100 - s[0])} ${fixed(s[1])} ${to}`;
  }
  return path + 'Z';
}

function circle(x: number, y: number, r: number): string {
  return `M${fixed(x - r)} ${fixed(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The foot that every man stands on, from the skirt's edge at (x, 81.5) to the ground. */
function foot(x: number): Segment[] {
  return [
    [x, 85.5],
    [x, 87.4, x + 1.2, 88.5, x + 3, 88.5],
    [50, 88.5],
  ];
}

/** The ring above the foot: a shallow curve as wide as the skirt. */
function ring(x: number, y: number, sag: number): string {
  return `M${fixed(x)} ${fixed(y)}Q50 ${fixed(y + sag)} ${fixed(100 - x)} ${fixed(y)}`;
}

const pawn: PieceArt = {
  solids: [
    turned(
      [50, 20.5],
      [
        [43.1, 20.5, 37.6, 26, 37.6, 32.8],
        [37.6, 37.1, 39.8, 40.8, 43.2, 43],
        [38.2, 44.2, 35.4, 46.2, 35.4, 48.8],
        [35.4, 51, 38.4, 51.6, 43, 51.8],
        [42.6, 61.2, 39, 67.6, 32.6, 72],
        [28.6, 74.7, 26.6, 77.8, 26.6, 81.5],
        ...foot(26.6),
      ],
    ),
  ],
  lines: [ring(42.9, 51.8, 2.2), ring(27.4, 78.6, 4.4)],
  dots: [],
};

const rook: PieceArt = {
  solids: [
    turned(
      [50, 19.5],
      [
        [44.2, 19.5],
        [44.2, 26],
        [37.6, 26],
        [37.6, 19.5],
        [28, 19.5],
        [28, 33],
        [28.2, 36.4, 32.2, 37.8, 35.6, 41.4],
        [36.6, 50, 35.8, 59.6, 34.2, 67.4],
        [33.4, 70.6, 31.4, 72.2, 28.8, 74],
        [25.8, 76.1, 24.4, 78.6, 24.4, 81.5],
        ...foot(24.4),
      ],
    ),
  ],
  lines: [
    ring(28.4, 33.2, 2.4),
    ring(35.6, 41.4, 1.8),
    ring(34.1, 67.4, 2.6),
    ring(25.2, 78.6, 4.2),
  ],
  dots: [],
};

const bishop: PieceArt = {
  solids: [
    turned(
      [50, 21],
      [
        [41.6, 26.2, 35.6, 33.6, 35.6, 41.4],
        [35.6, 46.4, 38.2, 50, 42.2, 52.6],
        [37.4, 53.6, 34.6, 55.4, 34.6, 57.8],
        [34.6, 60, 38, 60.8, 42.6, 61],
        [42, 67, 38.4, 70.8, 32.6, 73.6],
        [28, 75.8, 25.4, 78.4, 25.4, 81.5],
        ...foot(25.4),
      ],
    ),
    circle(50, 16.4, 4.6),
  ],
  lines: ['M57.2 27.2L50.4 40.6', ring(42, 52.6, 1.6), ring(42.6, 61, 2.2), ring(26.2, 78.8, 4.2)],
  dots: [],
};

/** What king and queen share below the crown: collar, waist, skirt and foot. */
const robe: Segment[] = [
  [33.8, 57.2, 31, 59, 31, 61.2],
  [31, 63.4, 34.8, 64.2, 39.6, 64.4],
  [39, 69, 36, 72, 30.8, 74.4],
  [26, 76.5, 23.6, 78.8, 23.6, 81.5],
];

const queen: PieceArt = {
  solids: [
    turned(
      [50, 17.6],
      [
        [42.4, 17.6, 36.8, 23, 36, 32],
        [50, 40],
      ],
    ),
    turned(
      [50, 27.4],
      [
        [43.6, 35.2],
        [37.4, 26.4],
        [32.8, 34],
        [24.2, 26.2],
        [27.6, 38.4, 33.2, 48.6, 39.6, 56.2],
        ...robe,
        ...foot(23.6),
      ],
    ),
    circle(50, 13.2, 4.6),
  ],
  lines: [ring(35.4, 49.4, 2.4), ring(39.4, 56.2, 1.6), ring(39.6, 64.4, 2.2), ring(24.6, 79, 4.2)],
  dots: [],
};

const king: PieceArt = {
  solids: [
    turned(
      [50, 5],
      [
        [46.4, 5],
        [46.8, 9.8],
        [42, 9.4],
        [42, 16],
        [46.8, 15.6],
        [46.2, 22],
        [50, 23],
      ],
    ),
    turned(
      [50, 20.6],
      [
        [42.4, 20.6, 34.8, 23, 29.4, 27.6],
        [26.8, 29.8, 26.6, 32.2, 27.8, 35.2],
        [30, 43.2, 34.2, 50.6, 39.6, 56.2],
        ...robe,
        ...foot(23.6),
      ],
    ),
  ],
  lines: [
    ring(28, 33.4, -7.4),
    ring(35, 50, 2.4),
    ring(39.4, 56.2, 1.6),
    ring(39.6, 64.4, 2.2),
    ring(24.6, 79, 4.2),
  ],
  dots: [],
};

const knight: PieceArt = {
  solids: [
    'M27.4 81.5C27.6 74.6 31.8 70.6 37 65.8C42 61.2 44.6 57.4 44.4 52.8' +
      'C41 56.2 37.4 57.6 33.6 58.4C30.8 59 30 60.6 28.6 62.6C26.4 65.6 22.2 66.4 19 64.2' +
      'C15.4 61.6 14.2 57.6 16 54C18.8 48.8 24 43.8 27 38.2C28.4 33.4 31 28.8 35.4 25.2' +
      'C34.6 20.8 34.8 16.6 36.4 12.8C39.6 14.6 42 17 43.8 19.8C45 16.8 46.8 14.2 49.4 12' +
      'C51.6 14.6 52.8 17.4 53.2 20.4C69.6 25 78.6 44 76.6 74.4L77.4 81.5L77.4 85.5' +
      'C77.4 87.4 76.2 88.5 74.4 88.5L28 88.5C26.2 88.5 25 87.4 25 85.5C25 83.6 25.6 82.4 27.4 81.5Z',
  ],
  lines: [
    'M27.6 80.6Q52 84 77 80.6',
    'M57.6 27.6C67.2 34.6 70.4 48.6 69.4 66',
    'M18.6 61.4C21.6 61.2 24.4 60 26.2 57.6',
  ],
  dots: [
    'M33.6 37.2C34.4 34.8 36.4 33.4 39 33.2C38.8 36 37 38 33.6 37.2Z',
    circle(21.4, 54.8, 1.7),
  ],
};

/** The drawings by FEN letter of the lower case. */
export const pieceArt: Record<string, PieceArt> = {
  k: king,
  q: queen,
  r: rook,
  b: bishop,
  n: knight,
  p: pawn,
};
