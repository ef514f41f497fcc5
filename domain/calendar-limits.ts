/** Hours of work that one day of a calendar may list. */
export const calendarHoursMax = 10;
/** Holidays of a calendar. */
export const calendarHolidaysMax = 1_000;
/** Characters of the name of a holiday. */
export const holidayNameMaxCharacters = 100;
/** Time between two reminders of a person. */
export const reminderIntervalHours = 24;
