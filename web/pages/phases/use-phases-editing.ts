import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { AuthorizationPhase } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { namesQuery } from "../../api/person-names.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { peopleIn, sentPhases } from "./phases.ts";

/** Object with phases. */
export interface WithPhases {
  readonly authorizationPhases: readonly AuthorizationPhase[];
}

/** Place of the phases in the API. */
export interface PhasesPlace {
  /** Set of the object with the phases, and its key. */
  readonly set: "groups" | "managedSystemPolicies" | "roles" | "sodRules" | "templates";
  readonly key: string;
}

/** Holds the edits of phases, and of the properties that the same call sets. Only changed properties are sent. */
export function usePhasesEditing<Stored extends WithPhases>(stored: Stored, { set, key }: PhasesPlace) {
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Partial<Stored>>({});
  const { mutate, isPending, isSuccess, error, reset } = useChanging([pathOf(set)]);
  const shown = { ...stored, ...edits };
  const { authorizationPhases } = shown;
  const names = useQuery(namesQuery(peopleIn(authorizationPhases))).data;
  const isChanged = Object.keys(edits).length > 0;
  const forget = () => setEdits({});
  const body = { ...edits, ...(edits.authorizationPhases && { authorizationPhases: sentPhases(authorizationPhases) }) };
  return {
    shown,
    /** People whom the phases name, by their keys. */
    names,
    faults: faultsIn(error),
    edit: (changed: Partial<Stored>) => setEdits({ ...edits, ...changed }),
    save: () => mutate(call(`POST ${set}()/setAuthorizationPhases`, { key, body }), { onSuccess: forget }),
    editing: {
      isChanged,
      isPending,
      isSaved: isSuccess && !isChanged,
      isStale: false,
      error,
      discard: () => {
        forget();
        reset();
      },
      renew: () => void navigate(0),
    },
  };
}
