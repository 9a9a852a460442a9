// Functions of a worker, called by name; each call is a promise.

/** After this error the worker cannot go on. */
export class Fatal extends Error {}

/** In the worker: answer calls. `answer` gets the name of the function and its parameters. */
export function serve(answer) {
  self.onmessage = async ({ data: { id, parameters } }) => {
    try {
      self.postMessage({ id, result: await answer(...parameters) });
    } catch (error) {
      self.postMessage({ id, problem: error.message, isLast: error instanceof Fatal });
    }
  };
}

/** In the page: a worker that answers calls. */
export class Remote {
  #create;
  #started;
  #calls = new Map();
  #next = 0;
  #told = [];
  #tell = (progress) => this.#told.push(progress);
  #failure;

  /** `create` makes the worker when a promise is fulfilled, and again after a fatal error. */
  constructor(ready, create) {
    this.#create = create;
    this.#started = ready.then(() => this.#start());
  }

  #start() {
    const worker = this.#create();
    worker.onmessage = ({ data }) => {
      if (data.id === undefined) return this.#tell(data);
      this.#settle(data);
      if (!data.isLast) return;
      worker.terminate();
      this.#fail(new Error(data.problem));
      this.#started = Promise.resolve(this.#start());
    };
    worker.onerror = ({ message }) => {
      this.#failure = new Error(message ?? "a worker failed to start");
      this.#fail(this.#failure);
    };
    return worker;
  }

  #fail(error) {
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
  }

  /** `tell` gets the progress of what is loaded, also that so far. */
  listen(tell) {
    this.#tell = tell;
    this.#told.forEach(tell);
  }

  async call(...parameters) {
    const worker = await this.#started;
    if (this.#failure) throw this.#failure;
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      worker.postMessage({ id, parameters });
    });
  }

  #settle({ id, result, problem }) {
    const { resolve, reject } = this.#calls.get(id);
    this.#calls.delete(id);
    problem === undefined ? resolve(result) : reject(new Error(problem));
  }
}
