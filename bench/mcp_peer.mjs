// A Node MCP server of the same size as the reference's, for forge_mcp_bench: seven tools, on standard streams. Needs
// @modelcontextprotocol/sdk where Node finds it.
import {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import {StdioServerTransport} from '@modelcontextprotocol/sdk/server/stdio.js';
import {z} from 'zod';

const server = new McpServer({name: 'peer', version: '1'});
for (const name of ['validate', 'validate_plan', 'memory_recall', 'memory_save', 'iteration_state', 'forge_logs', 'session_state']) {
  server.registerTool(name, {description: 'as ours', inputSchema: {id: z.string().optional()}},
                      async () => ({content: [{type: 'text', text: '{}'}]}));
}
await server.connect(new StdioServerTransport());
