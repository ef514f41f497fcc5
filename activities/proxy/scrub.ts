/** Makes a function that takes every given secret, also in its usual encodings, out of a text. */
export function createScrubber(secrets: readonly string[]): (text: string) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === "") continue;
    forms.add(secret);
    forms.add(encodeURIComponent(secret));
    forms.add(JSON.stringify(secret).slice(1, -1));
    forms.add(Buffer.from(secret, "utf8").toString("base64"));
  }
  // The longest first: a secret that is part of another one must not leave the rest of it behind.
  const ordered = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) => ordered.reduce((scrubbed, form) => scrubbed.replaceAll(form, "[secret]"), text);
}
