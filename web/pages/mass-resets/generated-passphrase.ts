// Characters that nobody takes for another one.
const characters = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 6;
const groupCharacters = 5;

/** Returns a passphrase of groups of letters and digits, about 148 bits, which can be typed by hand. */
export function generatedPassphrase(): string {
  return Array.from({ length: groups }, group).join("-");
}

function group(): string {
  return Array.from({ length: groupCharacters }, oneCharacter).join("");
}

function oneCharacter(): string {
  const bytes = new Uint8Array(1);
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(bytes);
    // Larger bytes would give the first characters more often.
    if (byte < characters.length * Math.floor(256 / characters.length))
      return characters[byte % characters.length] ?? "";
  }
}
