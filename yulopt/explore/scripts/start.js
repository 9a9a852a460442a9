// The start, when everything is there.

async function start() {
  const data = byId("data");
  const model = new Model(await unpack(data.textContent.trim()));
  data.remove();
  if (model.steps.length === 0) {
    byId("heading").append(element("p", { class: "problem" }, "No step ran."));
    return;
  }
  globalThis.app = new App(model);
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  const words = `This page could not be opened: ${error.message}. It needs a browser of 2024 or later.`;
  byId("heading").append(element("p", { class: "problem", role: "alert" }, words));
  throw error;
});
