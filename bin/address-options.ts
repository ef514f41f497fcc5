/** Names of the option with the address of a service: commands whose `--url` means something else have the second one. */
export const addressOptions = ["--url", "--service"] as const;
