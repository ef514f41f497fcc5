import type { QueryClient } from "@tanstack/react-query";

/**
 * Forgets what was read of a set from which the thing of the open page was removed: its lists are read anew before they show anything.
 * What the page itself has read stays, so that it does not ask for what is gone; it asks when somebody comes back to it.
 */
export async function forgetRemoved(client: QueryClient, set: string): Promise<void> {
  client.removeQueries({ queryKey: [set], type: "inactive" });
  await client.invalidateQueries({ queryKey: [set], refetchType: "none" });
}
