/** Version of the generator, of the run time and of every package of this repository: they are released together. */
export const VERSION = '0.1.0';
