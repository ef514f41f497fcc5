import { FormGroup, FormSelect, FormSelectOption, Label, LabelGroup } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { delegationsPath } from "../../api/delegations.ts";
import type { Person, Request } from "../../api/model.ts";
import { firstRequestsQuery, waitingPath } from "../../api/requests.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { askedFor } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";

const offeredMax = 100;
const nothing = { delegateId: "", requestKey: "", beginsAt: "", endsAt: "", reason: "" };

interface NewDelegationProps {
  /** The request for which the user delegates, if the dialog was opened from it; the delegation can be extended to all requests. */
  readonly request?: Request;
  /** Receives whether the delegate was asked. */
  close(isAsked: boolean): void;
}

/** A dialog that delegates decisions: it asks for the delegate, the requests, the period and the reason. */
export function NewDelegation({ request, close }: NewDelegationProps) {
  const say = useText();
  const may = useMay();
  const [delegate, setDelegate] = useState<Person>();
  const [entered, setEntered] = useState({ ...nothing, requestKey: request?.key ?? "" });
  const { mutate, isPending, error } = useChanging([delegationsPath]);
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const set = (part: Partial<typeof nothing>) => setEntered((before) => ({ ...before, ...part }));
  const { delegateId, requestKey, beginsAt, endsAt, reason } = entered;
  const findsPeople = may("people_get_list");
  const who = findsPeople ? { delegateKey: delegate?.key ?? "" } : { delegateId: delegateId.trim() };
  return (
    <FormDialog
      title={say("delegation.add")}
      explained={say("delegation.addExplained")}
      action={say("delegation.add")}
      error={error}
      isPending={isPending}
      close={() => close(false)}
      isReady={(findsPeople ? delegate !== undefined : delegateId.trim() !== "") && reason.trim() !== ""}
      send={() => {
        const period = { beginsAt: momentOf(beginsAt), endsAt: momentOf(endsAt) };
        const what = { requestKey: requestKey === "" ? null : requestKey, ...period, reason: reason.trim() };
        const body = { delegatorKey: null, ...who, ...what };
        mutate(call("POST delegations", { body }), { onSuccess: () => close(true) });
      }}
    >
      {findsPeople ? (
        <Delegate delegate={delegate} choose={setDelegate} />
      ) : (
        <TextField
          id="delegate-id"
          label={say("delegation.delegate")}
          value={delegateId}
          isRequired
          help={say("delegation.delegateIdHelp")}
          fault={faults.get("delegateId")}
          change={(text) => set({ delegateId: text })}
        />
      )}
      <WhichRequests request={request} chosen={requestKey} choose={(key) => set({ requestKey: key })} />
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

interface WhichRequestsProps {
  /** The request from whose page the dialog was opened. */
  readonly request: Request | undefined;
  readonly chosen: string;
  choose(key: string): void;
}

/** A field for the scope of the delegation: one of the requests that wait for the user, or all. */
function WhichRequests({ request, chosen, choose }: WhichRequestsProps) {
  const say = useText();
  const { data: waiting } = useQuery(firstRequestsQuery(waitingPath, undefined, offeredMax));
  const others = (waiting?.value ?? []).filter(({ key }) => key !== request?.key);
  return (
    <FormGroup label={say("delegation.requests")} fieldId="delegated-requests">
      <FormSelect id="delegated-requests" value={chosen} onChange={(_event, key) => choose(key)}>
        <FormSelectOption value="" label={say("delegation.all")} />
        {(request === undefined ? others : [request, ...others]).map(({ key, number, operations }) => (
          <FormSelectOption key={key} value={key} label={`${number} ${askedFor(operations, say)}`} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}

interface DelegateProps {
  readonly delegate: Person | undefined;
  choose(person: Person | undefined): void;
}

/** A field for the delegate: a search, or the selected person. */
function Delegate({ delegate, choose }: DelegateProps) {
  const say = useText();
  const { user } = useSession();
  if (delegate === undefined) {
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

/** Converts an entered local time to a moment; null if it is empty. */
const momentOf = (typed: string) => (typed === "" ? null : new Date(typed).toISOString());
