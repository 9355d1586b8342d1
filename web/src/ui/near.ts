// Drawing things only once they are nearly on the screen.

/** How far outside the screen still counts as near. */
const MARGIN = "300px";

/** Call back once, when an element is near the screen. */
export function near(arrived: () => void): (element: Element) => (() => void) | undefined {
  return (element) => {
    if (!("IntersectionObserver" in globalThis)) {
      arrived();
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        arrived();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
