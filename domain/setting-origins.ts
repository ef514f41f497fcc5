/** Origins of a setting's value; earlier ones take precedence over later ones. */
export const settingOrigins = ["flag", "environment", "file", "stored", "default"] as const;
/** Origin of a setting's value. */
export type SettingOrigin = (typeof settingOrigins)[number];

/** Times at which a stored value takes effect: once the change feed reports it, or when a process starts. */
export const takesEffect = ["atOnce", "nextStart"] as const;
/** Time at which a stored value takes effect. */
export type TakesEffect = (typeof takesEffect)[number];

/** Value of a setting as callers see and store it; a list is a text with commas. */
export type SettingValue = string | number | boolean | null;
