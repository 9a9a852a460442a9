// Functions of a worker, called by name; each call is a promise.

/** In the worker: answer calls. `answer` gets the name of the function and its parameters. */
export function serve(answer) {
  self.onmessage = async ({ data: { id, parameters } }) => {
    try {
      self.postMessage({ id, result: await answer(...parameters) });
    } catch (error) {
      self.postMessage({ id, problem: error.message });
    }
  };
}

/** In the page: a worker that answers calls. */
export class Remote {
  #started;
  #calls = new Map();
  #next = 0;
  #told = [];
  #tell = (progress) => this.#told.push(progress);
  #failure;

  /** `started` is a promise of the worker. */
  constructor(started) {
    this.#started = started.then((worker) => this.#watch(worker));
  }

  #watch(worker) {
    worker.onmessage = ({ data }) => (data.id === undefined ? this.#tell(data) : this.#settle(data));
    worker.onerror = ({ message }) => {
      this.#failure = new Error(message ?? "a worker failed to start");
      for (const { reject } of this.#calls.values()) reject(this.#failure);
      this.#calls.clear();
    };
    return worker;
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
