/** Time for which a link is good by which somebody chooses a password. */
export const passwordLinkMinutes = 60;
/** Levels above a person that are looked through before a manager is taken. */
export const managerLevelsMax = 100;
/** People of one file, which are taken in one transaction. */
export const peopleFileRowsMax = 5_000;
