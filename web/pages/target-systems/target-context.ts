import { useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";

import type { Tagged } from "../../api/call.ts";
import type { TargetSystem } from "../../api/model.ts";
import { targetQuery } from "../../api/target-systems.ts";

/** The target system whose sections are shown. */
export const TargetContext = createContext<Tagged<TargetSystem> | undefined>(undefined);

/**
 * Returns the target system of the current section; a change of the section shows the newest version.
 * @throws Error outside of the page of a target system
 */
export function useTarget(): Tagged<TargetSystem> {
  const known = useContext(TargetContext);
  if (known === undefined) throw new Error("a section of a target system is shown outside of its page");
  return useQuery(targetQuery(known.id)).data ?? known;
}
