// Copied into a folder in which @asyncapi/modelina is installed, and run there: prints the models of an AsyncAPI document as JSON.
import { readFileSync } from 'node:fs';
import { TypeScriptGenerator } from '@asyncapi/modelina';

const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const generator = new TypeScriptGenerator({ modelType: 'interface', enumType: 'union', mapType: 'record' });
const models = await generator.generateCompleteModels(document, { exportType: 'named', moduleSystem: 'ESM' });
process.stdout.write(JSON.stringify(Object.fromEntries(models.map((model) => [`${model.modelName}.ts`, model.result]))));
