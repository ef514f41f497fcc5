// Ends of lines and tabs are a part of tables; everything else would steer the terminal, or turn the direction of what follows.
const steering = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text in which what steers a terminal can be seen and does nothing: a name that a target has is anybody's text. In JSON it stays the same text. */
export function shownText(text: string): string {
  return text.replaceAll(steering, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

type Printing = Pick<Console, "log" | "error">;

/** Lets a console show what steers a terminal from now on; gives what ends that. */
export function showSteering(printing: Printing): () => void {
  const { log, error } = printing;
  const shown = (words: readonly unknown[]) => words.map((word) => (typeof word === "string" ? shownText(word) : word));
  printing.log = (...words: readonly unknown[]) => log(...shown(words));
  printing.error = (...words: readonly unknown[]) => error(...shown(words));
  return () => void Object.assign(printing, { log, error });
}
