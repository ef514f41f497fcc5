/** Least number of characters of a passphrase that seals a file. */
export const filePassphraseMinCharacters = 16;
/** Most characters of such a passphrase. */
export const filePassphraseMaxCharacters = 200;
/** Most characters of a public key or certificate to which a file is sealed. */
export const readerKeyMaxCharacters = 10_000;
/** Rounds of PBKDF2 by which a passphrase is made the key of a file. */
export const filePassphraseRounds = 1_000_000;
