import type { Secret } from "#connectors/contract/index.ts";

/** Makes a function that replaces every given secret in a text, including its usual encodings. */
export function createScrubber(secrets: readonly Secret[]): (text: string) => string {
  return (text) => {
    const forms = new Set(secrets.flatMap((secret) => secret.use(formsOf)));
    // Longest first, because a secret that is part of another one must not leave the rest of that one in the text.
    const ordered = [...forms].toSorted((a, b) => b.length - a.length);
    return ordered.reduce((scrubbed, form) => scrubbed.replaceAll(form, "[secret]"), text);
  };
}

function formsOf(secret: string): string[] {
  if (secret === "") return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, encodeURIComponent(secret), inJson, Buffer.from(secret, "utf8").toString("base64")];
}
