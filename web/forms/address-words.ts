/** Returns the key of the title of an address field, by its connector. */
export const addressTitleKey = (connector: string, name: string) => `address.title.${connector}.${name}`;

/** Returns the key of the help of an address field, by its connector. */
export const addressHelpKey = (connector: string, name: string) => `address.help.${connector}.${name}`;
