import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { delegations } from "../../api/declared/delegations.ts";
import { delegationsPath } from "../../api/delegations.ts";
import type { Request } from "../../api/model.ts";
import { firstRequestsQuery, waitingPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import type { DeclaredFieldProps } from "../../forms/declared-input.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { PersonField } from "../../forms/person-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { askedFor } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";

const offeredMax = 100;

interface NewDelegationProps {
  /** The request for which the user delegates, if the dialog was opened from it; the delegation can be extended to all requests. */
  readonly request?: Request;
  /** Receives whether the delegate was asked. */
  close(isAsked: boolean): void;
}

/** A dialog that delegates decisions: it asks for the delegate, the requests, the period and the reason. */
export function NewDelegation({ request, close }: NewDelegationProps) {
  const say = useText();
  const findsPeople = useMay()("people_get_list");
  const { user } = useSession();
  // Who may not search for people names the delegate by ID, which is no property of the delegation.
  const [delegateId, setDelegateId] = useState("");
  const { fields, isWhole, body } = useDeclaredForm(delegations, undefined, { requestKey: request?.key ?? null });
  const { mutate, isPending, error } = useChanging([delegationsPath]);
  const isNamed = findsPeople ? fields.entered["delegateKey"] !== null : delegateId.trim() !== "";
  const who = findsPeople ? {} : { delegateId: delegateId.trim() };
  return (
    <FormDialog
      title={say("delegation.add")}
      explained={say("delegation.addExplained")}
      action={say("delegation.add")}
      error={error}
      isPending={isPending}
      close={() => close(false)}
      isReady={isWhole && isNamed}
      send={() =>
        mutate(call("POST delegations", { body: { ...body<"POST delegations">(), ...who, delegatorKey: null } }), {
          onSuccess: () => close(true),
        })
      }
    >
      <DeclaredFields
        {...fields}
        error={error}
        leftOut={["delegatorKey"]}
        own={{
          delegateKey: (field) =>
            findsPeople ? (
              <PersonField {...field} help={undefined} person={undefined} without={user.key} />
            ) : (
              <TextField
                id={field.id}
                label={field.label}
                value={delegateId}
                isRequired
                help={say("delegation.delegateIdHelp")}
                fault={fieldFault(error, "delegateId", say)}
                change={setDelegateId}
              />
            ),
          requestKey: (field) => <WhichRequests request={request} field={field} />,
          // A text of one line, which Enter sends.
          reason: (field) => <FormField {...field} input={{ is: "text" }} />,
        }}
      />
    </FormDialog>
  );
}

interface WhichRequestsProps {
  /** The request from whose page the dialog was opened. */
  readonly request: Request | undefined;
  readonly field: DeclaredFieldProps;
}

/** A field for the scope of the delegation: one of the requests that wait for the user, or all. */
function WhichRequests({ request, field }: WhichRequestsProps) {
  const say = useText();
  const { data: waiting } = useQuery(firstRequestsQuery(waitingPath, undefined, offeredMax));
  const others = (waiting?.value ?? []).filter(({ key }) => key !== request?.key);
  const requests = (request === undefined ? others : [request, ...others]).map(({ key, number, operations }) => ({
    value: key,
    label: `${number} ${askedFor(operations, say)}`,
  }));
  return (
    <FormField
      {...field}
      help={undefined}
      input={{ is: "choice", choices: [{ value: "", label: say("delegation.all") }, ...requests] }}
    />
  );
}
