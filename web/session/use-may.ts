import { useSession } from "./use-session.ts";

/** Says of a policy whether it lets who is signed in do anything at all. */
export function useMay(): (policy: string) => boolean {
  const { may } = useSession();
  return (policy) => may[policy] !== "none";
}
