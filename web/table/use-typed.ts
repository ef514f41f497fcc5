import { useEffect, useEffectEvent, useState } from "react";
import { useNavigation } from "react-router";

const typedForMs = 300;

/** What is being typed, told to the list when somebody has stopped. */
export function useTyped(value: string, change: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState<string>();
  if (known !== value) {
    setKnown(value);
    // What was told arrives a moment later, when something else may be typed already; all else comes from the way back.
    if (value === told) setTold(undefined);
    else setTyped(value);
  }
  const tell = useEffectEvent((text: string) => {
    setTold(text);
    change(text);
  });
  // Who is on the way to another page, which may have to be loaded first, is not brought back to the list by it.
  const isStaying = useNavigation().state === "idle";
  useEffect(() => {
    if (typed === value || !isStaying) return;
    const timer = setTimeout(() => tell(typed), typedForMs);
    return () => clearTimeout(timer);
  }, [typed, value, isStaying]);
  return { typed, type: setTyped };
}
