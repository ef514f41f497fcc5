import { Button, FormSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { sodPartsMax } from "#domain/sod-limits.ts";
import { sodItemTypes } from "#domain/sod/sod-rule.ts";

import { itemsByKeyQuery, roleNamesQuery } from "../../api/roles.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { groupNamesQuery } from "../../api/templates.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { type ItemDraft, newItem, type PartDraft } from "./part-drafts.ts";

interface PartsEditorProps {
  readonly parts: readonly PartDraft[];
  /** Error texts of the API by the places of the values, such as `parts.0.items.0.itemKey`. */
  readonly faults: ReadonlyMap<string, string>;
  change(parts: readonly PartDraft[]): void;
}

/** An editor of the parts of a rule, each with its items. */
export function PartsEditor({ parts, faults, change }: PartsEditorProps) {
  const say = useText();
  const replaced = (index: number, part: PartDraft) => parts.map((one, at) => (at === index ? part : one));
  return (
    <>
      {parts.map((part, index) => (
        <FormSection
          // A part has no key of its own, and all of it changes while it is entered.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          titleElement="h2"
          title={say("sod.part", { number: index + 1 })}
        >
          <ItemsEditor
            id={`part-${index}`}
            part={part}
            faultOf={(item) =>
              faults.get(`parts.${index}.items.${item}.itemKey`) ?? faults.get(`parts/${index}/items/${item}/itemKey`)
            }
            change={(changed) => change(replaced(index, changed))}
          />
          {parts.length <= 2 ? null : (
            <div>
              <Button variant="link" isInline onClick={() => change(parts.filter((_one, at) => at !== index))}>
                {say("sod.removePart", { number: index + 1 })}
              </Button>
            </div>
          )}
        </FormSection>
      ))}
      {parts.length >= sodPartsMax ? null : (
        <div>
          <Button variant="secondary" onClick={() => change([...parts, { items: [newItem] }])}>
            {say("sod.addPart")}
          </Button>
        </div>
      )}
    </>
  );
}

interface ItemsEditorProps {
  readonly id: string;
  readonly part: PartDraft;
  faultOf(item: number): string | undefined;
  change(part: PartDraft): void;
}

function ItemsEditor({ id, part: { items }, faultOf, change }: ItemsEditorProps) {
  const say = useText();
  return (
    <>
      {items.map((item, index) => (
        // An item has no key of its own while it is entered.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index}>
          <ItemEditor
            id={`${id}-${index}`}
            item={item}
            fault={faultOf(index)}
            change={(changed) =>
              change({ items: items.map((one, at) => (at === index ? { ...one, ...changed } : one)) })
            }
          />
          {items.length === 1 ? null : (
            <Button variant="link" isInline onClick={() => change({ items: items.filter((_one, at) => at !== index) })}>
              {say("sod.removeItem", { number: index + 1 })}
            </Button>
          )}
        </div>
      ))}
      <div>
        <Button variant="link" isInline onClick={() => change({ items: [...items, newItem] })}>
          {say("sod.addItem")}
        </Button>
      </div>
    </>
  );
}

interface ItemEditorProps {
  readonly id: string;
  readonly item: ItemDraft;
  readonly fault: string | undefined;
  change(changed: Partial<ItemDraft>): void;
}

function ItemEditor({ id, item, fault, change }: ItemEditorProps) {
  const say = useText();
  const { itemType, itemKey, targetSystemKey } = item;
  const { data: targets = [] } = useQuery(targetNamesQuery);
  const { data: groups = [] } = useQuery(groupNamesQuery(itemType === "managedGroup" ? targetSystemKey : ""));
  const { data: roles = [] } = useQuery({ ...roleNamesQuery, enabled: itemType === "role" });
  const names = useQuery(itemsByKeyQuery(itemKey === "" ? [] : [itemKey])).data;
  const ofTargets = targets.map((one) => ({ value: one.id, label: one.description }));
  const choices = {
    targetSystem: ofTargets,
    managedGroup: groups.map(({ key, name }) => ({ value: key, label: name })),
    role: roles.map(({ key, id: name }) => ({ value: key, label: name })),
  }[itemType];
  const none = { value: "", label: say("value.none") };
  // What was chosen before stays a choice, also while its list is not loaded.
  const isListed = itemKey === "" || choices.some(({ value }) => value === itemKey);
  const all = [
    none,
    ...choices,
    ...(isListed ? [] : [{ value: itemKey, label: names?.get(itemKey)?.name ?? itemKey }]),
  ];
  return (
    <>
      <FormField
        id={`${id}-type`}
        label={say("sod.itemType")}
        fault={undefined}
        input={{
          is: "choice",
          choices: sodItemTypes.map((value) => ({ value, label: say(`sod.itemType.${value}`) })),
        }}
        value={itemType}
        change={(chosen) => change({ itemType: chosen as ItemDraft["itemType"], itemKey: "" })}
      />
      {itemType === "managedGroup" ? (
        <FormField
          id={`${id}-target`}
          label={say("sod.groupsOf")}
          fault={undefined}
          input={{ is: "choice", choices: [none, ...ofTargets] }}
          value={targetSystemKey}
          change={(chosen) => change({ targetSystemKey: String(chosen), itemKey: "" })}
        />
      ) : null}
      <FormField
        id={`${id}-key`}
        label={say(`sod.itemType.${itemType}`)}
        fault={fault}
        isRequired
        input={{ is: "choice", choices: all }}
        value={itemKey}
        change={(chosen) => change({ itemKey: String(chosen) })}
      />
    </>
  );
}
