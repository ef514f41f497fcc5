import { FormGroup, FormSelect, FormSelectOption, Label, LabelGroup } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { CallError, faultsByField } from "../../api/call-error.ts";
import { useChanging } from "../../api/changing.ts";
import { delegationsPath } from "../../api/delegations.ts";
import type { Person } from "../../api/model.ts";
import { firstRequestsQuery, waitingPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { askedFor } from "../requests/request-words.ts";

const offeredMax = 100;
const nothing = { requestKey: "", beginsAt: "", endsAt: "", reason: "" };

/** Asks somebody to decide in one's place: who, about which requests, from when to when, and why. */
export function NewDelegation({ close }: { close(): void }) {
  const say = useText();
  const [delegate, setDelegate] = useState<Person>();
  const [entered, setEntered] = useState(nothing);
  const { data: waiting } = useQuery(firstRequestsQuery(waitingPath, undefined, offeredMax));
  const { mutate, isPending, error } = useChanging([delegationsPath]);
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const set = (part: Partial<typeof nothing>) => setEntered((before) => ({ ...before, ...part }));
  const { requestKey, beginsAt, endsAt, reason } = entered;
  return (
    <FormDialog
      title={say("delegation.add")}
      explained={say("delegation.addExplained")}
      action={say("delegation.add")}
      {...{ error, isPending, close }}
      isReady={delegate !== undefined && reason.trim() !== ""}
      send={() => {
        const period = { beginsAt: momentOf(beginsAt), endsAt: momentOf(endsAt) };
        const who = { delegatorKey: null, delegateKey: delegate?.key ?? "" };
        const body = { ...who, requestKey: requestKey === "" ? null : requestKey, ...period, reason: reason.trim() };
        mutate({ method: "POST", path: delegationsPath, body }, { onSuccess: close });
      }}
    >
      <Delegate delegate={delegate} choose={setDelegate} />
      <FormGroup label={say("delegation.requests")} fieldId="delegated-requests">
        <FormSelect
          id="delegated-requests"
          value={requestKey}
          onChange={(_event, chosen) => set({ requestKey: chosen })}
        >
          <FormSelectOption value="" label={say("delegation.all")} />
          {(waiting?.value ?? []).map(({ key, number, operations }) => (
            <FormSelectOption key={key} value={key} label={`${number} ${askedFor(operations, say)}`} />
          ))}
        </FormSelect>
      </FormGroup>
      <TextField
        id="begins-at"
        type="datetime-local"
        label={say("delegation.begins")}
        value={beginsAt}
        help={say("delegation.beginsHelp")}
        fault={faults.get("beginsAt")}
        change={(text) => set({ beginsAt: text })}
      />
      <TextField
        id="ends-at"
        type="datetime-local"
        label={say("delegation.ends")}
        value={endsAt}
        help={say("delegation.endsHelp")}
        fault={faults.get("endsAt")}
        change={(text) => set({ endsAt: text })}
      />
      <TextField
        id="delegation-reason"
        label={say("request.reason")}
        value={reason}
        isRequired
        fault={faults.get("reason")}
        change={(text) => set({ reason: text })}
      />
    </FormDialog>
  );
}

interface DelegateProps {
  readonly delegate: Person | undefined;
  choose(person: Person | undefined): void;
}

/** Who is to decide: looked for, or chosen already. */
function Delegate({ delegate, choose }: DelegateProps) {
  const say = useText();
  const { user, may } = useSession();
  if (delegate === undefined) {
    if (may["people_get_list"] === "none") return <Notice kind="warning" title={say("delegation.nobodyFound")} />;
    return (
      <PersonPicker id="delegate" label={say("delegation.delegate")} without={new Set([user.key])} choose={choose} />
    );
  }
  const name = delegate.displayName ?? delegate.id;
  return (
    <LabelGroup categoryName={say("delegation.delegate")}>
      <Label onClose={() => choose(undefined)} closeBtnAriaLabel={say("delegation.another", { name })}>
        {name}
      </Label>
    </LabelGroup>
  );
}

/** A local time as it is typed as a moment; null where none was. */
const momentOf = (typed: string) => (typed === "" ? null : new Date(typed).toISOString());
