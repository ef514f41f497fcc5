import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { UserClassTrial } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";

/** A test of a condition: shows the users whom it selects, and writes nothing. */
export function ConditionTrial({ condition }: { readonly condition: string }) {
  const say = useText();
  const [tried, setTried] = useState("");
  const { mutate, isPending, error, data } = useChanging<UserClassTrial>([]);
  const isShown = tried === condition && condition !== "";
  return (
    <div>
      <Button
        variant="secondary"
        isDisabled={condition === "" || isPending}
        isLoading={isPending}
        onClick={() => {
          setTried(condition);
          mutate(call("POST userClasses/trial", { body: { condition } }));
        }}
      >
        {say("class.try")}
      </Button>
      {isShown && error !== null ? <ErrorAlert error={error} /> : null}
      <div role="status">
        {isShown && data !== undefined && error === null ? (
          <>
            <p>{say("class.tried", { users: data.users, shown: data.people.length })}</p>
            <ul>
              {data.people.map(({ key, id, displayName }) => (
                <li key={key}>{displayName === null ? id : `${displayName} (${id})`}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
