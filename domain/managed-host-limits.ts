/** Characters of the name by which people know a managed host. */
export const hostNameMaxCharacters = 100;
/** The longest time that a managed host is told to wait before it asks again. */
export const hostAskMs = 300_000;
/** Time after which a managed host may verify anew what is still uncertain or in conflict. */
export const hostSettleMs = 900_000;
/** Orders that one call of a managed host may end without it, before the host has to ask again. */
export const hostTurnsMax = 12;
