/** Limit of the entitlements of one version of a role. */
export const roleEntitlementsMax = 500;

/** Limit of the characters of the display name of a role. */
export const roleDescriptionMaxCharacters = 400;

/** Limit of the owners of a role. */
export const roleOwnersMax = 100;

/** Limit of the levels of roles within roles. */
export const roleLevelsMax = 10;

/** Limit of the characters of a reason for an assignment, an exclusion or an exception, and of a compensating control. */
export const roleReasonMaxCharacters = 1000;
