import { useEffect, useEffectEvent, useState } from "react";
import { useNavigation } from "react-router";

const typedForMs = 300;

/** Debounces the typed text: the list receives it 300 ms after the last key. */
export function useTyped(value: string, change: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<string>();
  if (known !== value) {
    setKnown(value);
    // The value that was reported arrives a moment later, when the user may have typed more. Any other value comes from the navigation
    // back.
    if (value === told) setTold(undefined);
    else setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text);
    change(text);
  });
  // A user who is going to another page, which may have to load first, must not be brought back to the list.
  const isStaying = useNavigation().state === "idle";
  useEffect(() => {
    if (typed === value || !isStaying) return;
    const timer = setTimeout(() => tell(typed), typedForMs);
    return () => clearTimeout(timer);
  }, [typed, value, isStaying]);
  return { typed, type: setTyped };
}
