import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { useChanging } from "../../api/changing.ts";
import type { AuthorizationPhase } from "../../api/model.ts";
import { namesQuery } from "../../api/person-names.ts";
import { faultsIn } from "../../forms/use-editing.ts";
import { peopleIn, sentPhases } from "./phases.ts";

interface WithPhases {
  readonly authorizationPhases: readonly AuthorizationPhase[];
}

/** Where the phases are. */
interface PhasesPlace {
  /** The path of what has them. */
  readonly path: string;
  /** The set that is read anew when they are set. */
  readonly set: string;
}

/** What somebody changes of phases, and of what is set with them by the same call; only what was changed is sent. */
export function usePhasesEditing<Stored extends WithPhases>(stored: Stored, { path, set }: PhasesPlace) {
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Partial<Stored>>({});
  const { mutate, isPending, isSuccess, error, reset } = useChanging([set]);
  const shown = { ...stored, ...edits };
  const { authorizationPhases } = shown;
  const names = useQuery(namesQuery(peopleIn(authorizationPhases))).data;
  const isChanged = Object.keys(edits).length > 0;
  const forget = () => setEdits({});
  const body = { ...edits, ...(edits.authorizationPhases && { authorizationPhases: sentPhases(authorizationPhases) }) };
  return {
    shown,
    /** The people whom the phases name, by their keys. */
    names,
    faults: faultsIn(error),
    edit: (changed: Partial<Stored>) => setEdits({ ...edits, ...changed }),
    save: () => mutate({ method: "POST", path: `${path}/setAuthorizationPhases`, body }, { onSuccess: forget }),
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
