/** Operations of one person within 24 hours of which nobody is asked. */
export const selfApprovedPerDay = 100;
/** Groups of one target system that an upgrade names where nothing can be requested on it; a command names all. */
export const closedGroupsNamed = 20;
