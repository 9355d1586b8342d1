import { mount } from "svelte";
import App from "./App.svelte";
import "virtual:palette.css";
import "./app.css";
import "./ui/looks.css";
import { reach } from "./offline/reach.svelte";
import { keepForLater } from "./offline/worker.svelte";
import { applyTheme, prefs } from "./prefs.svelte";
import { router } from "./router.svelte";
import { load, PARTS } from "./screens/screens";
import { typeface } from "./ui/typeface";
import { words } from "./words/words.svelte";

applyTheme();
const { screen } = router.route;
// Load words and screen in parallel; the app requests the screen again and reports failures.
load(screen).catch(() => undefined);
await Promise.all([words.begin(prefs.language, ...PARTS[screen]), typeface()]);
const target = document.getElementById("page");
if (target) mount(App, { target });
reach.begin();
if (import.meta.env.PROD) keepForLater();
