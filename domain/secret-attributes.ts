/** Endings of the names of attributes with a secret, in lowercase, without options and signs. */
const endings =
  /(?:password|passwort|kennwort|passwd|passphrase|passcode|pwd|pw|secret|apikey|privatekey|privkey|secretkey|token|credentials?|(?:pin|recovery|backup|unlock)codes?)$/;

/** Words that name a secret by themselves, but not at the end of other words: `pin` and `userPin`, not `shopping`. */
const words: ReadonlySet<string> = new Set(["pin", "puk", "otp", "totp", "nthash", "lmhash", "ntlmhash"]);

/** Suffix for the secret in another form, or an earlier one. */
const form = /(?:hash|hashes|history|verifier|salt|value|text|plain|plaintext|clear|encrypted|digest|new|old|\d)$/;

/** Characters at the end of a name that are looked at: attributes of directories are shorter, and the end says what they hold. */
const lookedAtCharacters = 200;

/** Names of directories' secrets that no ending or word reveals. */
const known: ReadonlySet<string> = new Set([
  "pass",
  "userpass",
  "userpin",
  "dbpass",
  "ipanthash",
  "krb5key",
  "krbprincipalkey",
  "supplementalcredentials",
  "userpkcs12",
]);

/** Returns true if an attribute is one of these; case and options such as `;binary` make no difference. */
export function isNamedIn(name: string, names: readonly string[]): boolean {
  const bare = (text: string) => (text.split(";", 1)[0] ?? "").toLowerCase();
  return names.some((one) => bare(one) === bare(name));
}

/**
 * Returns true if the name of an attribute is that of a password or another secret, however a directory spells it. The case, options such
 * as `;lang-de`, and the signs between words make no difference.
 */
export function isSecretAttribute(name: string): boolean {
  const [base = ""] = name.split(";", 1);
  const end = base.slice(-lookedAtCharacters);
  const bare = end.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return [bare, withoutForms(bare)].some((text) => known.has(text) || endings.test(text)) || endsWithWord(end);
}

/** Takes one suffix after the other: a pattern of all of them could be matched in so many ways that it takes for ever. */
function withoutForms(text: string): string {
  let rest = text;
  for (let shorter = rest.replace(form, ""); shorter !== rest; shorter = rest.replace(form, "")) rest = shorter;
  return rest;
}

/** Returns true if the last word of a name is one that names a secret, forms of it aside; capitals and signs separate words. */
function endsWithWord(end: string): boolean {
  const parts = end
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const tails = parts.map((_, index) => parts.slice(index).join(""));
  return tails.some((tail) => words.has(tail) || words.has(withoutForms(tail)));
}
