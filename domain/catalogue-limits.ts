/** Operations of one person within 24 hours that need no approval by others. */
export const selfApprovedPerDay = 100;
/** Open requests of one person. */
export const requestsOpenPerPerson = 100;
/** Open requests for the same thing and the same recipient. */
export const sameRequestsOpen = 1;
/** Groups of one target system that an upgrade names if nothing can be requested on it; a command names all. */
export const closedGroupsNamed = 20;
