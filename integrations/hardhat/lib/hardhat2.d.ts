import "./options.js";
