import { Button, Checkbox } from "@patternfly/react-core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, type BodyOf, call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { catalogueItems } from "../../api/declared/catalogue-items.ts";
import type { CatalogueChanges } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { type EnteredValues, trimmedValues } from "../../forms/declared-values.ts";
import { PersonField } from "../../forms/person-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";
import { ChangedItems } from "./changed-items.tsx";
import { ChangeCounts, ChangesPlan } from "./changes-plan.tsx";

type Body = BodyOf<"POST catalogueItems/set">;
type Settable = "ownerKey" | "risk" | "tags" | "longestHours";

const settable: readonly Settable[] = ["ownerKey", "risk", "tags", "longestHours"];
const emptyValues: EnteredValues = { ownerKey: null, risk: null, tags: [], longestHours: null };

const nothing: CatalogueChanges = { written: false, selected: 0, changed: 0, changes: [], faults: [] };

/** A dialog that sets details of all catalog items of a condition, after a dry run that shows the changes. */
export function SetDialog({ close }: { close(): void }) {
  const say = useText();
  const [where, setWhere] = useState("");
  const [chosen, setChosen] = useState<readonly Settable[]>([]);
  const [entered, setEntered] = useState(emptyValues);
  const setting = useChanging<CatalogueChanges>([pathOf("catalogueItems")]);
  const body = { where: where.trim(), ...trimmedValues(only(entered, chosen)) } as Body;
  const { plan = nothing, ...trial } = useTrial(body);
  const error = setting.error ?? trial.error;
  if (setting.data !== undefined)
    return <ChangedItems title={say("catalogue.set")} done={setting.data} close={close} />;
  const isWhole = where.trim() !== "" && chosen.length > 0;
  return (
    <FormDialog
      title={say("catalogue.set")}
      explained={say("catalogue.setExplained")}
      action={say("catalogue.take", { count: plan.changed })}
      isReady={isWhole && plan.changed > 0}
      isPending={setting.isPending}
      isWide
      error={error}
      send={() => setting.mutate(call("POST catalogueItems/set", { body }))}
      close={close}
    >
      <TextField
        id="set-where"
        label={say("catalogue.where")}
        help={say("catalogue.whereHelp")}
        fault={fieldFault(error, "where", say)}
        isRequired
        rows={2}
        value={where}
        change={setWhere}
      />
      <DetailChoices chosen={chosen} choose={setChosen} />
      <DeclaredFields
        of={catalogueItems}
        on="change"
        only={chosen}
        entered={entered}
        error={error}
        own={{ ownerKey: (field) => <PersonField {...field} person={null} /> }}
        change={(changed) => setEntered({ ...entered, ...changed })}
      />
      <div>
        <Button
          variant="secondary"
          isDisabled={!isWhole || trial.isPending}
          isLoading={trial.isPending}
          onClick={trial.run}
        >
          {say("catalogue.try")}
        </Button>
      </div>
      <p role="status">{plan === nothing ? "" : <ChangeCounts plan={plan} />}</p>
      <ChangesPlan plan={plan} />
    </FormDialog>
  );
}

/** Holds the dry run of a call. Only what was tried is set: another condition or value needs another dry run. */
function useTrial(body: Body) {
  const [tried, setTried] = useState<string>();
  const trial = useMutation({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST catalogueItems/trialSet", { body })),
  });
  const now = JSON.stringify(body);
  const isTried = tried === now;
  return {
    plan: isTried ? trial.data : undefined,
    error: isTried ? trial.error : null,
    isPending: trial.isPending,
    run() {
      setTried(now);
      trial.mutate();
    },
  };
}

function only(entered: EnteredValues, names: readonly Settable[]): EnteredValues {
  return Object.fromEntries(names.map((name) => [name, entered[name]]));
}

interface DetailChoicesProps {
  readonly chosen: readonly Settable[];
  choose(chosen: readonly Settable[]): void;
}

function DetailChoices({ chosen, choose }: DetailChoicesProps) {
  const say = useText();
  return settable.map((name) => (
    <Checkbox
      key={name}
      id={`set-${name}`}
      label={say("catalogue.setDetail", { detail: say(`declared.catalogueItems.${name}`) })}
      isChecked={chosen.includes(name)}
      onChange={(_event, isIn) => choose(settable.filter((one) => (one === name ? isIn : chosen.includes(one))))}
    />
  ));
}
