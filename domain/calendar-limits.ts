/** Last moment that a date can be, in milliseconds after the beginning of 1970; the first lies as far before it (ECMAScript 21.4.1.1). */
export const lastMomentMs = 8_640_000_000_000_000;
/** Hours of work that one day of a calendar may list. */
export const calendarHoursMax = 10;
/** Holidays of a calendar. */
export const calendarHolidaysMax = 1_000;
/** Characters of the name of a holiday. */
export const holidayNameMaxCharacters = 100;
/** Hours between two reminders of a person. */
export const reminderIntervalHours = 24;
/** Characters of the name of a calendar. */
export const calendarNameMaxCharacters = 60;
/** Levels of managers to which an unanswered phase escalates, unless a setting says otherwise. */
export const escalationLevels = 1;
/** Largest number of levels of managers to which it may escalate. */
export const escalationLevelsMax = 10;
