import { useText } from "../messages/text.ts";
import { shortcuts, type ShortcutName } from "./shortcuts.ts";

/** Key of a shortcut, as it is labeled on a keyboard. */
export function KeyWords({ name }: { readonly name: ShortcutName }) {
  const say = useText();
  const keys = shortcuts[name].key.split("+");
  return keys.map((key, index) => (
    <span key={key}>
      {index === 0 ? "" : " + "}
      <kbd className="gatehouse-key">
        {key === "Control" ? say("shortcuts.control") : key.length === 1 && index > 0 ? key.toUpperCase() : key}
      </kbd>
    </span>
  ));
}
