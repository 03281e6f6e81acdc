export { DEMO_TOKEN, startBoard, type Board, type BoardOptions } from './server.ts';
