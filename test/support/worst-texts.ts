/** Grammar of a parser, as far as it matters for its running time. */
export interface TextGrammar {
  /** Tokens of its grammar, including blanks and quotes. */
  readonly tokens: readonly string[];
  /** Pairs of tokens that open and close. */
  readonly brackets?: readonly (readonly [open: string, close: string])[];
  /** Texts around the filling: the one that leads to a place of the grammar, and the one that may follow it. */
  readonly frames: readonly (readonly [before: string, after: string])[];
  /** Number of characters of a whole text. */
  readonly size: number;
}

/** Numbers of texts beside the repetitions of single tokens. */
export interface TextNumbers {
  /** Repetitions of two tokens, one after the other. */
  readonly pairs: number;
  /** Sequences in which any token follows any other one. */
  readonly mixtures: number;
}

/**
 * Yields texts of a grammar that are hard to read: each token repeated to the full size, two tokens in turn, brackets opened and closed as
 * often as there is room, opened and never closed, and mixtures; each inside each frame. The same seed gives the same texts.
 */
export function* worstTexts(grammar: TextGrammar, numbers: TextNumbers, seed: number): Generator<string> {
  const random = mulberry(seed);
  for (const [before, after] of grammar.frames) {
    const room = grammar.size - before.length - after.length;
    for (const filling of fillings(grammar, { ...numbers, room, random })) yield before + filling + after;
  }
}

interface Room extends TextNumbers {
  readonly room: number;
  readonly random: () => number;
}

function* fillings({ tokens, brackets = [] }: TextGrammar, { room, random, pairs, mixtures }: Room): Generator<string> {
  const any = () => tokens[Math.floor(random() * tokens.length)] ?? "";
  for (const token of tokens) yield filled(token, room);
  for (const [open, close] of brackets) {
    const times = Math.max(1, Math.floor(room / (open.length + close.length)));
    yield open.repeat(times) + close.repeat(times);
    yield filled(open, room);
  }
  for (let count = 0; count < pairs; count++) {
    const [first, second] = [any(), any()];
    yield filled(first + second, room);
    yield filled(first, room / 2) + filled(second, room / 2);
  }
  for (let count = 0; count < mixtures; count++) {
    let piece = "";
    // A piece of some length, often repeated, is as mixed as the parser can notice, and is made quickly.
    while (piece.length < Math.min(4096, room)) piece += any().repeat(1 + Math.floor(random() ** 4 * 40));
    yield filled(piece, room);
  }
}

function filled(token: string, room: number): string {
  return token.repeat(Math.max(1, Math.ceil(room / token.length))).slice(0, Math.max(0, Math.floor(room)));
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
