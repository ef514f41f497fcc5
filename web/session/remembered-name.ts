const key = "gatehouse.userName";

/** The user name that this browser remembers, in every tab and session; undefined = none. Source: specification 2 (12.9.0). */
export function rememberedName(): string | undefined {
  return localStorage.getItem(key) ?? undefined;
}

/** Remembers a user name, or with undefined forgets it. Called only when signing in has succeeded. */
export function rememberName(name: string | undefined): void {
  if (name === undefined || name === "") localStorage.removeItem(key);
  else localStorage.setItem(key, name);
}
