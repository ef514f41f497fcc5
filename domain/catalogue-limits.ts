/** Operations of one person within 24 hours that need no approval by others. */
export const selfApprovedPerDay = 100;
/** Open requests of one person. */
export const requestsOpenPerPerson = 100;
/** Open requests for the same thing and the same recipient. */
export const sameRequestsOpen = 1;
/** Groups of one target system that an upgrade names if nothing can be requested on it; a command names all. */
export const closedGroupsNamed = 20;
/** Largest risk of an item of the catalog. */
export const riskMax = 100;
/** Tags of one item of the catalog. */
export const itemTagsMax = 20;
/** Characters of a tag of an item of the catalog. */
export const itemTagMaxCharacters = 40;
/** Longest time in hours for which an item of the catalog can be limited: ten years. */
export const itemHoursMax = 87_600;
/** Fields of the form of one item of the catalog. */
export const formFieldsMax = 20;
/** Characters of the name of a field of a form. */
export const formNameMaxCharacters = 40;
/** Characters of the label of a field of a form, or of one of its choices. */
export const formLabelMaxCharacters = 100;
/** Characters of the help text of a field of a form. */
export const formHelpMaxCharacters = 400;
/** Choices of one field of a form. */
export const formChoicesMax = 50;
/** Characters of the pattern of a field of a form. */
export const formPatternMaxCharacters = 200;
/** Characters of a value of a form. */
export const formValueMaxCharacters = 400;
/** Items of the catalog that one file or one condition changes, in one transaction. */
export const itemsChangedMax = 5_000;
/** Changes that a dry run of a file or of a condition shows one by one. */
export const itemChangesShownMax = 100;
/** Items of the catalog about which one call asks for the standing of a recipient. */
export const itemsStandingMax = 100;
