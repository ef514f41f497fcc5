/** Characters of the name of a managed host. */
export const hostNameMaxCharacters = 100;
/** Longest time in milliseconds that a managed host is told to wait before its next call. */
export const hostAskMs = 300_000;
/** Milliseconds after which a managed host may verify again what is still uncertain or in conflict. */
export const hostSettleMs = 900_000;
/** Orders that one call of a managed host may end without it, before the host has to call again. */
export const hostTurnsMax = 12;
