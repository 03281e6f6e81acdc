/** Version of the generator, of the run time and of every package of this repository: they are released together. A test holds the others to it. */
export const VERSION = '0.1.0';
