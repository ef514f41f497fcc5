const key = "gatehouse.userName";

/**
 * Returns the user name that this browser remembers, for every tab and session; undefined if there is none. Source: specification 2
 * (12.9.0).
 */
export function rememberedName(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

/** Remembers a user name; undefined forgets it. Call it only after a successful sign-in. */
export function rememberName(name: string | undefined): void {
  if (name === undefined || name === "") localStorage.removeItem(key);
  else localStorage.setItem(key, name);
}
