/** The key of what a field of an address is called, by its connector. */
export const addressTitleKey = (connector: string, name: string) => `address.title.${connector}.${name}`;

/** The key of what else is said of a field of an address. */
export const addressHelpKey = (connector: string, name: string) => `address.help.${connector}.${name}`;
