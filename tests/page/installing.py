"""Whether a browser would offer to install the page, and if not, why.

Only a full Chrome tells that itself (`Page.getInstallabilityErrors`); the pinned browser always
answers that nothing is wrong. So Chrome's conditions are checked here too, named as Chrome does.
"""

from .visitor import Visitor

OF_THE_TEST = {"in-incognito"}
"""Every visitor of these tests comes in a window that keeps nothing, where nothing is installed."""

OBSTACLES = """async ({ data, url }) => {
  const manifest = JSON.parse(data);
  const at = (path) => new URL(path, url).href;
  const scope = at(manifest.scope ?? ".");
  const isInside = (link) => new URL(link).origin === location.origin && link.startsWith(scope);
  const size = async ({ src }) => {
    const image = new Image();
    image.src = at(src);
    await image.decode().catch(() => {});
    return `${image.naturalWidth}x${image.naturalHeight}`;
  };
  const icons = manifest.icons ?? [];
  const isSuitable = ({ sizes, type, purpose = "any" }) =>
    ["image/png", "image/svg+xml", "image/webp"].includes(type) &&
    purpose.split(" ").includes("any") &&
    (sizes === "any" || parseInt(sizes) >= 144);
  const isAsTold = async (icon) => {
    const found = await size(icon);
    return icon.sizes === "any" ? found !== "0x0" : found === icon.sizes;
  };
  const conditions = {
    "not-from-secure-origin": isSecureContext,
    "manifest-missing-name-or-short-name": manifest.name || manifest.short_name,
    "manifest-display-not-supported":
      ["standalone", "fullscreen", "minimal-ui"].includes(manifest.display),
    "start-url-not-valid":
      manifest.start_url && isInside(at(manifest.start_url)) && isInside(location.href),
    "prefer-related-applications": !manifest.prefer_related_applications,
    "manifest-missing-suitable-icon": icons.some(isSuitable),
    "cannot-download-icon": (await Promise.all(icons.map(isAsTold))).every(Boolean),
  };
  return Object.keys(conditions).filter((name) => !conditions[name]);
}"""
"""Lists the conditions that are not met; icons are fetched, and must be as large as it is said."""


def obstacles(somebody: Visitor) -> list[str]:
    """List why a browser would not offer to install the page that somebody looks at."""
    tools = somebody.context.new_cdp_session(somebody.page)
    manifest = tools.send("Page.getAppManifest")
    if not manifest.get("data"):
        return ["no-manifest"]
    told = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    return sorted(
        {error["message"] for error in manifest["errors"]}
        | {error["errorId"] for error in told} - OF_THE_TEST
        | set(somebody.page.evaluate(OBSTACLES, manifest))
    )
