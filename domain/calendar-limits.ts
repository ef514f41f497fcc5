/** The last moment that a date can be, in milliseconds after the beginning of 1970; the first lies as far before it (ECMAScript 21.4.1.1). */
export const lastMomentMs = 8_640_000_000_000_000;
/** Hours of work that one day of a calendar may list. */
export const calendarHoursMax = 10;
/** Holidays of a calendar. */
export const calendarHolidaysMax = 1_000;
/** Characters of the name of a holiday. */
export const holidayNameMaxCharacters = 100;
/** Time between two reminders of a person. */
export const reminderIntervalHours = 24;
/** Characters of the name of a calendar. */
export const calendarNameMaxCharacters = 60;
/** Levels of managers to whom a phase goes that nobody answers, unless a setting says otherwise. */
export const escalationLevels = 1;
/** Levels of managers to whom it may go. */
export const escalationLevelsMax = 10;
