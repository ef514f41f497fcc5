/** Pattern for names of plug-ins: a file of the folder, never a path out of it. */
export const pluginName = /^[A-Za-z0-9][\w.-]{0,99}\.(mjs|js|ts)$/;
