// Line breaks and tabs are part of tables; all other control characters could control the terminal, or change the text direction.
const steering = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes the characters that control a terminal, because the names on a target can contain any text. In JSON the result is the
 * same text.
 */
export function shownText(text: string): string {
  return text.replaceAll(steering, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

type Printing = Pick<Console, "log" | "error">;

/** Makes a console escape terminal control characters from now on; returns the function that ends this. */
export function showSteering(printing: Printing): () => void {
  const { log, error } = printing;
  const shown = (words: readonly unknown[]) => words.map((word) => (typeof word === "string" ? shownText(word) : word));
  printing.log = (...words: readonly unknown[]) => log(...shown(words));
  printing.error = (...words: readonly unknown[]) => error(...shown(words));
  return () => void Object.assign(printing, { log, error });
}
