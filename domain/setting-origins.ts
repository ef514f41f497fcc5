/** Where the value of a setting comes from; the earlier ones go before the later ones. */
export const settingOrigins = ["flag", "environment", "file", "stored", "default"] as const;
/** Where the value of a setting comes from. */
export type SettingOrigin = (typeof settingOrigins)[number];

/** When a stored value comes into force: as soon as the change feed tells of it, or as a process starts. */
export const takesEffect = ["atOnce", "nextStart"] as const;
/** When a stored value comes into force. */
export type TakesEffect = (typeof takesEffect)[number];

/** The value of a setting as callers see and store it; a list is a text with commas. */
export type SettingValue = string | number | boolean | null;
